import type { ReactNode } from 'react';
import { ShownOnce } from './ShownOnce';

/** Shows the value of a new token, which the server does not keep. */
export function NewTokenValue({ token, name, onClose }: { token: string; name: string; onClose: () => void }): ReactNode {
  const command = `curl -H "authorization: Bearer ${token}" ${window.location.origin}/v1/tenants`;
  return (
    <ShownOnce
      title={`Copy the value of "${name}" now. It is not shown again.`}
      value={token}
      copies={[
        { label: 'Copy token', text: token, done: 'Token copied.' },
        { label: 'Copy curl command', text: command, done: 'Command copied.' },
      ]}
      note={
        <>
          For the command line, set <code>CAM_URL={window.location.origin}</code> and <code>CAM_TOKEN</code> to this value.
        </>
      }
      onClose={onClose}
    />
  );
}
