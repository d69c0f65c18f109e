import { SignOnRefusal } from '../../platform/security/sign-on-refusal';

/** Returns the refusal of a message that is not as the protocol asks. The person can do nothing about it but try again. */
export function badMessage(reason: string): SignOnRefusal {
  const sentence =
    'The answer of your organization’s sign-in page was not accepted. Sign in again. If it fails again, ask your administrator to run a test sign-in.';
  return new SignOnRefusal(sentence, reason);
}
