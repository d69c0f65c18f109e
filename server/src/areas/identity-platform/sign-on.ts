import type { PoolUser } from './user-pool';

/** Sign-in with the provider of an organization, as the pages of the platform use it. */
export interface SignOn {
  /** Reports whether any organization uses it. Then the sign-in page asks for the e-mail first. */
  isUsed(): Promise<boolean>;
  /**
   * Begins a sign-in with the provider of an e-mail.
   * @param uid the sign-in in the browser
   * @returns the name of the provider and the page to open; null if the e-mail has none
   * @throws SignOnRefusal if the provider cannot be used at present
   */
  begin(email: string, uid: string): Promise<{ name: string; url: string } | null>;
  /** Reports whether a user has to sign in with the provider. */
  isRequiredOf(user: PoolUser): Promise<boolean>;
  /**
   * Takes the pass of a person whom the provider signed in.
   * @param uid the sign-in in the browser; null for a pass that the provider asked for
   * @returns null if the pass is not valid for this sign-in
   */
  take(pass: string, uid: string | null): Promise<{ userId: string; signedInAt: number } | null>;
}

/** Name of the cookie with the pass of a sign-in that began at the provider. */
export const PASS_COOKIE = 'cam_sign_on';
