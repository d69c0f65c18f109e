import { useEffect, useRef, useState, type ReactNode } from 'react';
import { confirmDiscard, useHasAccounts, useSession } from '@cam/platform';
import { Icon, PageHeader, Tabs } from '@cam/ui';
import { ProfileForm } from '../profile/ProfileForm';
import { AlertsStep } from './AlertsStep';
import { ConnectAccount } from './ConnectAccount';
import { ReviewStep } from './ReviewStep';
import { goTo, saveProgress, readProgress, SETUP_STEPS } from './setup-steps';
import styles from './SetupPage.module.css';

const PURPOSE = 'Connect an account to see who has access to what.';

/** Shows the setup wizard of three steps, beside the instructions to connect an account. */
export default function SetupPage(): ReactNode {
  const { tenant } = useSession();
  const hasAccounts = useHasAccounts();
  const [progress, setProgress] = useState(readProgress);
  const { step, completed } = progress;
  const title = SETUP_STEPS[step - 1];

  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // Moves the focus to the heading of a new step: the view scrolls to its start, and screen readers announce it.
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const go = (to: number): void => {
    const next = goTo(progress, to);
    saveProgress(next);
    setProgress(next);
  };
  const goIfAllowed = async (to: number): Promise<void> => {
    if (await confirmDiscard()) go(to);
  };
  const contents = [
    <ProfileForm key="profile" onNext={() => go(2)} />,
    <AlertsStep key="alerts" steps={{ onBack: () => void goIfAllowed(1), onNext: () => go(3) }} />,
    <ReviewStep key="review" onBack={() => go(2)} />,
  ];
  const steps = SETUP_STEPS.map((name, index) => ({
    key: String(index + 1),
    label: <StepName name={name} isCompleted={completed[index] ?? false} />,
    children: (
      <section className={styles.step} aria-labelledby="step-title">
        <header>
          <h2 id="step-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>
            Step {step} of {SETUP_STEPS.length}
          </p>
        </header>
        {contents[index]}
      </section>
    ),
  }));
  return (
    <>
      <PageHeader title="Setup" text={hasAccounts ? PURPOSE : `${tenant.name} has no sources yet. ${PURPOSE}`} />
      <div className={styles.page}>
        <Tabs activeKey={String(step)} items={steps} destroyOnHidden animated={false} onChange={(key) => void goIfAllowed(Number(key))} />
        <ConnectAccount />
      </div>
    </>
  );
}

function StepName({ name, isCompleted }: { name: string; isCompleted: boolean }): ReactNode {
  return (
    <span className={styles.name} data-completed={isCompleted}>
      {name}
      {isCompleted && (
        <>
          <Icon name="check" />
          <span className="cam-visually-hidden">completed</span>
        </>
      )}
    </span>
  );
}
