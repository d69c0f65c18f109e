import { useState, type ReactNode } from 'react';
import { changeSetText, type BreakAnswer, type BreakElement, type BreakPlan } from '@cam/contracts';
import { EntityLink, useTrial } from '@cam/platform';
import { Alert, Button, Drawer, EmptyState, ErrorState, formatCount, LoadingState, saveFile } from '@cam/ui';
import { Verdict } from '../what-if/Verdict';
import verdictStyles from '../what-if/what-if.module.css';
import { costsOf, reachOf, summaryOf } from './cut-words';
import styles from './cut.module.css';

/** An identity with access to a resource. */
export interface AccessToCut {
  identity_uri: string;
  resource_uri: string;
  identity: string;
  resource: string;
}

/** Finds the least changes that end an access, and shows what each plan ends and breaks. */
export function CutDrawer({ access, onClose }: { access: AccessToCut | null; onClose: () => void }): ReactNode {
  return (
    <Drawer
      open={access !== null}
      onClose={onClose}
      size="min(880px, 100vw)"
      title={access ? `Cut the access of ${access.identity} to ${access.resource}` : ''}
      destroyOnHidden
    >
      {access && <Cut identityUri={access.identity_uri} resourceUri={access.resource_uri} />}
    </Drawer>
  );
}

function Cut({ identityUri, resourceUri }: { identityUri: string; resourceUri: string }): ReactNode {
  const [kept, setKept] = useState<readonly BreakElement[]>([]);
  const body = { identity_uri: identityUri, resource_uri: resourceUri, keep: kept.map(({ id }) => id) };
  const { data, failure, retry } = useTrial('POST /v1/breaks', { body });
  return (
    <>
      <p className={verdictStyles.muted}>
        CAM looks for the least changes that end this access and tries each on the last snapshot. Nothing is changed.
      </p>
      {kept.length > 0 && (
        <ul className={styles.kept} aria-label="Elements that stay">
          {kept.map((element) => (
            <li key={element.id}>
              <span>{element.name} stays.</span>
              <Button size="small" aria-label={`No longer keep ${element.name}`} onClick={() => setKept(kept.filter(({ id }) => id !== element.id))}>
                No longer keep
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {!data && !failure && <LoadingState label="Searching and trying changes, which can take a minute" />}
        {failure && <ErrorState message={failure.userMessage} supportCode={failure.trackingId} onRetry={retry} />}
        {data && <Plans answer={data} onKeep={(element) => setKept([...kept, element])} />}
      </div>
    </>
  );
}

function Plans({ answer, onKeep }: { answer: BreakAnswer; onKeep: (element: BreakElement) => void }): ReactNode {
  const { plans, notes } = answer;
  return (
    <>
      {plans.length === 0 ? (
        <EmptyState title="No plan" text={summaryOf(answer)} icon="info" />
      ) : (
        <p className={styles.summary}>{summaryOf(answer)}</p>
      )}
      {notes.map((note) => (
        <Alert key={note} className={verdictStyles.note} type="warning" showIcon title={note} />
      ))}
      {plans.map((plan, index) => (
        <Plan key={plan.elements.map(({ id }) => id).join(' ')} plan={plan} number={index + 1} onKeep={onKeep} />
      ))}
    </>
  );
}

function Plan({ plan, number, onKeep }: { plan: BreakPlan; number: number; onKeep: (element: BreakElement) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { elements, verdict } = plan;
  const least = verdict.is_complete ? '' : 'at least ';
  return (
    <section className={styles.plan} aria-label={`Plan ${number}`}>
      <h3>
        Plan {number} <small>in {verdict.account_name}</small>
      </h3>
      <ul className={styles.changes}>
        {elements.map((element) => (
          <li key={element.id}>
            <span>
              {element.action}{' '}
              <small>
                {reachOf(element)} · <EntityLink uri={element.uri} name="Show" />
              </small>
            </span>
            <Button size="small" aria-label={`Keep this: ${element.name}`} onClick={() => onKeep(element)}>
              Keep this
            </Button>
          </li>
        ))}
      </ul>
      <dl className={`${verdictStyles.numbers} ${styles.costs}`}>
        {costsOf(plan).map(({ label, count, isBad }) => (
          <div key={label} data-bad={isBad}>
            <dt>{label}</dt>
            <dd>{`${label === 'Changes' ? '' : least}${formatCount(count)}`}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.buttons}>
        <Button aria-expanded={isOpen} aria-label={`${isOpen ? 'Hide' : 'Show'} effect of plan ${number}`} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide effect' : 'Show effect'}
        </Button>
        <Button
          aria-label={`Download changes of plan ${number}`}
          onClick={() => saveFile(changeSetText(plan), 'application/json', 'change-set.json')}
        >
          Download changes
        </Button>
      </p>
      {isOpen && <Verdict verdict={verdict} />}
    </section>
  );
}
