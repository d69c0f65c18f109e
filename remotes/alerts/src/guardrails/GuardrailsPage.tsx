import { useMemo, type ReactNode } from 'react';
import type { Monitor } from '@cam/contracts';
import { confirm, useAddress, useSession } from '@cam/platform';
import { Alert, Button, DataGrid, formatCount, Icon, PageHeader, Radio, Select } from '@cam/ui';
import { deleteGuardrails, switchAlerting, useGuardrails } from './api';
import { foldersOf } from './folders';
import { GuardrailDrawer } from './GuardrailDrawer';
import { NEW_GUARDRAIL, useOpenedGuardrail } from './use-opened-guardrail';
import styles from './GuardrailsPage.module.css';
import { COLUMN_BEFORE_SELECTOR, guardrailColumns } from './guardrail-columns';

const ALL_FOLDERS = '';

/** Lists the guardrails of the tenant with their open alerts. The URL holds the view. */
export default function GuardrailsPage(): ReactNode {
  const { can } = useSession();
  const { guardrails, error, counts, reload } = useGuardrails();
  const address = useAddress();
  const shown = address.get('show') === 'enabled' ? 'enabled' : 'all';
  const folder = address.get('folder');
  const opened = useOpenedGuardrail(guardrails);
  const mayWrite = can('GUARDRAIL');

  /** Reloads the list after a request, even a failed one: another user may have changed a guardrail. The request showed its own error. */
  const reloadAfter = (work: Promise<void>): void => void work.catch(() => undefined).then(reload);
  const switchMany = (chosen: readonly Monitor[], enabled: boolean): void => {
    if (chosen.length > 0) reloadAfter(switchAlerting(chosen, enabled));
  };
  const remove = async (guardrails: readonly Monitor[]): Promise<void> => {
    if (guardrails.length === 0) return;
    const message =
      guardrails.length === 1 ? 'Are you sure want to delete guardrail?' : `Are you sure you want to delete ${guardrails.length} guardrails?`;
    if (await confirm({ message })) reloadAfter(deleteGuardrails(guardrails));
  };
  /** Skips built-in guardrails, which cannot be deleted. */
  const removeMany = (chosen: readonly Monitor[]): void => void remove(chosen.filter(({ auto_create: isBuiltIn }) => !isBuiltIn));
  const columns = guardrailColumns({
    mayWrite,
    view: ({ monitor_id }) => opened.open(monitor_id),
    switchAlerting: (guardrail, enabled) => reloadAfter(switchAlerting([guardrail], enabled)),
    remove: (guardrail) => void remove([guardrail]),
  });
  const rows = useMemo(
    () =>
      guardrails?.filter(
        ({ alerts_enabled, category }) => (shown === 'all' || alerts_enabled) && (folder === ALL_FOLDERS || category.includes(folder)),
      ),
    [guardrails, shown, folder],
  );
  const createButton = mayWrite && (
    <Button type="primary" icon={<Icon name="add" />} onClick={() => opened.open(NEW_GUARDRAIL)}>
      Create guardrail
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Guardrails"
        text={counts && `${counts.total === 1 ? '1 guardrail' : `${formatCount(counts.total)} guardrails`}, ${formatCount(counts.active)} enabled`}
        actions={createButton}
      />
      {opened.missing && (
        <Alert type="warning" showIcon className={styles.notice} title="This guardrail no longer exists." closable={{ onClose: close }} />
      )}
      <DataGrid<Monitor>
        keepsWidths
        title="Guardrails"
        rows={rows}
        rowKey={({ monitor_id }) => monitor_id}
        columns={columns}
        address={address}
        severity={({ severity }) => severity}
        selectorAfter={COLUMN_BEFORE_SELECTOR}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void reload() } : null}
        empty={emptyState(guardrails?.length === 0)}
        actions={
          mayWrite
            ? [
                { label: 'Enable Alerting', run: (chosen) => switchMany(chosen, true) },
                { label: 'Disable Alerting', run: (chosen) => switchMany(chosen, false) },
                { label: 'Delete Guardrails', run: removeMany },
              ]
            : []
        }
        toolbar={
          <>
            <Radio.Group
              aria-label="Show"
              optionType="button"
              options={[
                { value: 'all', label: 'All guardrails' },
                { value: 'enabled', label: 'Only enabled' },
              ]}
              value={shown}
              onChange={({ target }) => address.set({ show: target.value === 'enabled' ? 'enabled' : null, page: null })}
            />
            <Select
              aria-label="Folder"
              className={styles.folder}
              value={folder}
              onChange={(name) => address.set({ folder: name === ALL_FOLDERS ? null : name, page: null })}
              options={[
                { value: ALL_FOLDERS, label: 'All folders' },
                ...foldersOf(guardrails ?? []).map(({ name, count }) => ({ value: name, label: `${name} (${count})` })),
              ]}
            />
          </>
        }
      />
      {opened.id === NEW_GUARDRAIL && mayWrite && <GuardrailDrawer guardrail={null} onClose={close} onSaved={saved} />}
      {opened.guardrail && <GuardrailDrawer key={opened.guardrail.monitor_id} guardrail={opened.guardrail} onClose={close} onSaved={saved} />}
    </>
  );

  function close(): void {
    opened.open(null);
  }

  function saved(): void {
    close();
    void reload();
  }
}

function emptyState(hasNone: boolean): { title: string; text: string } {
  return hasNone
    ? { title: 'No guardrails yet', text: 'A guardrail raises an alert for each new match of a query. Create the first one here, or from a search.' }
    : { title: 'No matching guardrails', text: 'Show all guardrails, or choose another folder.' };
}
