import type { ReactNode } from 'react';
import type { Report } from '@cam/checker';
import { notify } from '@cam/platform';
import { Alert, Button, EmptyState, ErrorState, formatCount, formatZoned, LoadingState, saveFile } from '@cam/ui';
import { useProof, type ProvedAccess } from './use-proof';
import styles from './proof.module.css';

/** Statuses of refusals that say why there is no proof. Trying again does not help. */
const REFUSED = [404, 409, 422];

/** Shows a proof of an access, or of its absence: assumptions first, then the steps in words, and the result of the replay in this browser. */
export function ProofTab(access: ProvedAccess): ReactNode {
  const { proof, failure, retry } = useProof(access);
  if (failure && REFUSED.includes(failure.status)) return <EmptyState title="No proof" text={failure.userMessage} icon="info" />;
  if (failure) return <ErrorState message={failure.userMessage} supportCode={failure.trackingId} onRetry={retry} />;
  if (!proof) return <LoadingState label="Making and replaying the proof" />;
  const { text, report, steps, claim } = proof;
  const content = report.proof;
  return (
    <div className={styles.proof}>
      <p className={styles.claim}>{claim}</p>
      <Replay report={report} />
      {content && (
        <>
          <Alert
            className={styles.assumptions}
            type="warning"
            showIcon
            title="Assumptions"
            description={
              <ul aria-label="Assumptions">
                {content.assumes.map(({ id, words }) => (
                  <li key={id}>{words}</li>
                ))}
              </ul>
            }
          />
          <h3>Facts</h3>
          <ul className={styles.facts} aria-label="Facts">
            {content.sources.map(({ source, account, taken_at: at, facts_root: root }) => (
              <li key={source}>
                Account {account} as of {formatZoned(at)}, root <code title={root}>{root.slice(0, 12)}</code>
              </li>
            ))}
          </ul>
          <h3>Steps</h3>
          <ol className={styles.steps} aria-label="Steps">
            {steps.map((words, index) => (
              <li key={content.steps[index]?.id}>{words}</li>
            ))}
          </ol>
        </>
      )}
      <div className={styles.actions}>
        <Button type="primary" onClick={() => saveFile(text, 'application/json', 'proof.json')}>
          Download
        </Button>
        <Button onClick={() => void copyCommand()}>Copy command</Button>
        <small>{formatCount(text.length)} bytes</small>
      </div>
    </div>
  );
}

/** Says whether the checker accepts the proof. The replay and the signature are judged apart. */
function Replay({ report: { code, signature, fault } }: { report: Report }): ReactNode {
  if (code === 0 && signature === 'valid') {
    return (
      <Alert
        type="success"
        showIcon
        title="Replayed by the checker in this browser"
        description="Every step follows from the facts, and the signature is valid."
      />
    );
  }
  if (code === 0)
    return (
      <Alert
        type="info"
        showIcon
        title="Replayed by the checker in this browser"
        description="Every step follows from the facts. The signature was not checked."
      />
    );
  return (
    <Alert
      type="error"
      showIcon
      title="The checker refuses this proof"
      description={fault ? `${fault.place}: ${fault.message}` : 'Ask the operator to read the server log.'}
    />
  );
}

async function copyCommand(): Promise<void> {
  const { origin } = window.location;
  const command = `curl -sO ${origin}/v1/proofs/checker && mv checker cam-verify.mjs && curl -s ${origin}/v1/proofs/keys > keys.json && node cam-verify.mjs proof.json --key keys.json`;
  try {
    await navigator.clipboard.writeText(command);
    notify.success('Command copied. Run it beside the downloaded proof.json.');
  } catch {
    notify.error('The browser blocked access to the clipboard. The command is "cam verify proof.json".');
  }
}
