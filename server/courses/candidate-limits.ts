/** One candidate's limits on shared resources. Source: case 86. */
export type CandidateLimits = {
  /** Documents that may wait while one is being printed. */
  printsWaiting: number
  /** The same for one network, for papers that anybody may request. */
  publicPrintsWaiting: number
  uploadsPerHour: number
  uploadBytesPerDay: number
  /** Uploads in progress, and uploaded files waiting to be examined. */
  uploadsAtOnce: number
  filesWaiting: number
}

/** The initial limits of a course: far more than thirty documents need, each sent twice. */
export const candidateLimits: CandidateLimits = {
  printsWaiting: 3,
  publicPrintsWaiting: 4,
  uploadsPerHour: 150,
  uploadBytesPerDay: 400 * 1024 * 1024,
  uploadsAtOnce: 8,
  filesWaiting: 4,
}
