import type { AccessKind } from '../../../engine/catalogue/action-kinds';

/** Properties of an action in a directory. */
export interface DirectoryAction {
  kinds: readonly AccessKind[];
  /** Type of the target entities. */
  type: string;
  /** The action gives access to, or control over, its target. A role must cover administrators to perform it on one. */
  isGuarded: boolean;
}

/** The rules of one directory provider. */
export interface DirectoryRules {
  actionOf: (name: string) => DirectoryAction;
  /** Reports whether one action includes another: managing users includes resetting their passwords. */
  covers: (held: string, other: string) => boolean;
  /** Returns the part of an action that no log records, namely its reads; null where logs cover all of it. */
  unloggedPartOf: (held: string) => string | null;
  /** The roles that every directory of the provider has. */
  standardRoles: readonly { name: string; actions: readonly string[] }[];
  /** The action of a user on an assigned application. */
  signIn: string;
  /** Types whose entities differ by the roles that they hold. */
  guardedTypes: ReadonlySet<string>;
  /** Actions that allow privilege escalation, whatever their target. */
  escalations: readonly { name: string; reason: string; action: RegExp }[];
}
