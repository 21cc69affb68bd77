/** Where a round is looked up. */
export const lookUpRoutes = {
  1: 'allotment/round-one',
  2: 'allotment/round-two',
  3: 'allotment/round-three',
} as const
