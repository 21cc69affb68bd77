/** The id of the final merit list in force, as SQL; null before one is published. */
export const finalMeritInForce = `(SELECT id FROM merit_editions WHERE stage = 'final' AND state = 'published'
  ORDER BY number DESC LIMIT 1)`

/** The id of the seat matrix in force, as SQL; null before one is published. */
export const seatMatrixInForce = `(SELECT id FROM seat_matrix_editions WHERE state = 'published'
  ORDER BY number DESC LIMIT 1)`
