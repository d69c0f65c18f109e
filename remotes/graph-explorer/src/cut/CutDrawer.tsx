import { useState, type ReactNode } from 'react';
import { changeSetText, type BreakAnswer, type BreakElement, type BreakPlan, type QueryBreakAnswer } from '@cam/contracts';
import { EntityLink, useTrial, type Trial } from '@cam/platform';
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
      {access && <CutOfPair identityUri={access.identity_uri} resourceUri={access.resource_uri} />}
    </Drawer>
  );
}

/** Finds few changes that end all access that a query finds. @param query null: closed */
export function CutQueryDrawer({ query, onClose }: { query: string | null; onClose: () => void }): ReactNode {
  return (
    <Drawer open={query !== null} onClose={onClose} size="min(880px, 100vw)" title="Cut the access of this result" destroyOnHidden>
      {query !== null && <CutOfQuery query={query} />}
    </Drawer>
  );
}

function CutOfPair({ identityUri, resourceUri }: { identityUri: string; resourceUri: string }): ReactNode {
  const [kept, setKept] = useState<readonly BreakElement[]>([]);
  const body = { identity_uri: identityUri, resource_uri: resourceUri, keep: kept.map(({ id }) => id) };
  const trial = useTrial('POST /v1/breaks', { body });
  return <Cut what="this access" trial={trial} kept={kept} setKept={setKept} />;
}

function CutOfQuery({ query }: { query: string }): ReactNode {
  const [kept, setKept] = useState<readonly BreakElement[]>([]);
  const trial = useTrial('POST /v1/breaks/query', { body: { query, keep: kept.map(({ id }) => id) } });
  return <Cut what="all access between the identities and resources of each row" trial={trial} kept={kept} setKept={setKept} />;
}

interface CutProps {
  /** The access that ends, in words. */
  what: string;
  trial: Trial<BreakAnswer | QueryBreakAnswer>;
  kept: readonly BreakElement[];
  setKept: (kept: readonly BreakElement[]) => void;
}

function Cut({ what, trial: { data, failure, retry }, kept, setKept }: CutProps): ReactNode {
  return (
    <>
      <p className={verdictStyles.muted}>CAM looks for the least changes that end {what} and tries each on the last snapshot. Nothing is changed.</p>
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

function Plans({ answer, onKeep }: { answer: BreakAnswer | QueryBreakAnswer; onKeep: (element: BreakElement) => void }): ReactNode {
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
