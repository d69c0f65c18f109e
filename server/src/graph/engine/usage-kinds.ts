import type { AccessKind } from './catalogue/action-kinds';

/** What is known of an action that a log names. */
export interface UsageKinds {
  /** Which kind of access it is; null: any, or none that is known. */
  kindOf: (action: string) => AccessKind | null;
  /** Whether what it is done to was not there before, so that it is done to the account. */
  makes: (action: string) => boolean;
}
