import { useEffect, type ReactNode } from 'react';
import { SignInFrame } from './SignInFrame';

/** Redirects the browser to the sister product. */
export function SisterProduct({ address }: { address: string }): ReactNode {
  useEffect(() => window.location.replace(address), [address]);
  return (
    <SignInFrame>
      <p role="status">
        Taking you to <a href={address}>{new URL(address).host}</a>…
      </p>
    </SignInFrame>
  );
}
