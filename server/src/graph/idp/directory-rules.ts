import type { AccessKind } from '../catalogue/action-kinds';

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
  /** What somebody does to an application that is assigned to them. */
  signIn: string;
  /** Types whose entities are told apart by the roles that they hold. */
  guardedTypes: ReadonlySet<string>;
  /** By which actions on anything in the directory somebody gives itself more. */
  escalations: readonly { name: string; reason: string; action: RegExp }[];
}
