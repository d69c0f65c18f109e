import type { AccessKind } from '../../../engine/catalogue/action-kinds';

/** What an action in a directory is. */
export interface DirectoryAction {
  kinds: readonly AccessKind[];
  /** Type of the entities that it is done to. */
  type: string;
  /** It lets whoever does it in as, or over, what it is done to: a role must reach administrators to do it to one. */
  isGuarded: boolean;
}

/** What tells one provider's directory from another's. */
export interface DirectoryRules {
  actionOf: (name: string) => DirectoryAction;
  /** Whether holding one action is holding another as well: somebody who may do everything about users may reset their passwords. */
  covers: (held: string, other: string) => boolean;
  /** Of an action that is more than a log tells of, what of it no log would tell: its reads. Null: nothing. */
  untoldOf: (held: string) => string | null;
  /** The roles that every directory of the provider has. */
  standardRoles: readonly { name: string; actions: readonly string[] }[];
  /** What somebody does to an application that is assigned to them. */
  signIn: string;
  /** Types whose entities are told apart by the roles that they hold. */
  guardedTypes: ReadonlySet<string>;
  /** By which actions on anything in the directory somebody gives itself more. */
  escalations: readonly { name: string; reason: string; action: RegExp }[];
}
