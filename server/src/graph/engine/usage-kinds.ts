import type { AccessKind } from './catalogue/action-kinds';

/** Properties of an action in a log. */
export interface UsageKinds {
  /** Returns the kind of access; null where it is unknown or may be any. */
  kindOf: (action: string) => AccessKind | null;
  /** Reports whether the action creates its target, so that the event counts for the account. */
  makes: (action: string) => boolean;
}
