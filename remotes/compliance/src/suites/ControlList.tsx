import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Rule, SuiteControl } from '@cam/contracts';
import { DataGrid, SeverityTag, StatusTag, type GridColumn } from '@cam/ui';
import { controlState, stateOf } from '../rules/rule-state';
import styles from './ControlList.module.css';

const COLUMNS: GridColumn<SuiteControl>[] = [
  { key: 'control', title: 'Control', value: (row) => row.control, width: 110 },
  { key: 'title', title: 'What It Asks', value: (row) => row.title, width: 360 },
  {
    key: 'state',
    title: 'State',
    value: (row) => controlState(row).text,
    render: (row) => <StatusTag tone={controlState(row).tone}>{controlState(row).text}</StatusTag>,
  },
  { key: 'failing', title: 'Failing', value: (row) => row.failing_tests },
  { key: 'passing', title: 'Passing', value: (row) => row.passing_tests },
  { key: 'notJudged', title: 'Not Judged', value: (row) => row.not_judged_tests },
];

interface Props {
  suiteId: string;
  controls: readonly SuiteControl[];
  rules: readonly Rule[];
}

/** The controls of a framework; each opens to the rules that are evidence for it, or to what somebody has to keep. */
export function ControlList({ suiteId, controls, rules }: Props): ReactNode {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return (
    <DataGrid
      title="Controls"
      rows={controls}
      rowKey={(row) => row.control}
      columns={COLUMNS}
      empty={{ title: 'No controls' }}
      expand={{
        label: (row) => `${row.rule_ids.length > 0 ? 'Rules' : 'Evidence'} of ${row.control}`,
        render: (row) =>
          row.rule_ids.length > 0 ? (
            <RulesOf suiteId={suiteId} rules={row.rule_ids.flatMap((id) => byId.get(id) ?? [])} />
          ) : (
            <p className={styles.evidence}>
              No data of a source answers it. <b>Evidence to keep:</b> {row.evidence}
            </p>
          ),
      }}
    />
  );
}

function RulesOf({ suiteId, rules }: { suiteId: string; rules: readonly Rule[] }): ReactNode {
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <SeverityTag severity={rule.severity} />
          <StatusTag tone={stateOf(rule).tone}>{stateOf(rule).text}</StatusTag>
          <Link to={`/compliance/${suiteId}/${rule.id}`}>{rule.name}</Link>
          <span className={styles.count}>{rule.failed_count > 0 && `${rule.failed_count} of ${rule.total_count}`}</span>
        </li>
      ))}
    </ul>
  );
}
