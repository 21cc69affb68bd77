/** The candidate who asks or acts. A session knows more of them: `SessionActor` of the accounts. */
export type Actor = { candidateId: number }
