/** SQL: whether a row of `payments` is money that counts. It was captured, and is not on its way back. */
export const moneyCounts = `payments.status = 'captured'
  AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id)`

/** SQL: the paise that count for these dues of the candidate whom `candidate`, SQL too, names. */
export const capturedFor = (candidate: string, ...dues: readonly string[]): string =>
  `coalesce((SELECT sum(payments.amount) FROM payments WHERE payments.candidate_id = ${candidate}
    AND payments.due IN (${dues.map((due) => `'${due}'`).join(', ')}) AND ${moneyCounts}), 0)`
