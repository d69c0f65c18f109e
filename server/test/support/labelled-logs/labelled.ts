/** A log record with what a reader of the provider's documents says about it. */
export interface LabelledRecord {
  /** The case, as it continues "the log shows". */
  says: string;
  /** Who acted, as the graph names it. */
  actor: string;
  /** Who started the session of the actor, by names in logs, where '' stands for an unknown user. Absent: no session, or a refused call. */
  startedBy?: readonly string[];
  /** The person at the start of the session; absent: unknown, or no session. */
  person?: string;
  record: object;
}
