/** SQL: does a row of `payments` count as money? It was captured and is not being refunded. */
export const moneyCounts = `payments.status = 'captured'
  AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id)`

/** SQL: the counted paise for these dues of the candidate given by the SQL expression `candidate`. */
export const capturedFor = (candidate: string, ...dues: readonly string[]): string =>
  `coalesce((SELECT sum(payments.amount) FROM payments WHERE payments.candidate_id = ${candidate}
    AND payments.due IN (${dues.map((due) => `'${due}'`).join(', ')}) AND ${moneyCounts}), 0)`
