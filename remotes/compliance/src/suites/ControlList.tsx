import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Rule, SuiteControl } from '@cam/contracts';
import { DataGrid, SeverityTag, StatusTag, type GridColumn } from '@cam/ui';
import { controlState, ruleState } from '../rules/rule-state';
import styles from './ControlList.module.css';

const COLUMNS: GridColumn<SuiteControl>[] = [
  { key: 'control', title: 'Control', value: (row) => row.control, width: 110 },
  { key: 'title', title: 'Requirement', value: (row) => row.title, width: 360 },
  {
    key: 'state',
    title: 'State',
    value: (row) => controlState(row).text,
    render: (row) => <StatusTag tone={controlState(row).tone}>{controlState(row).text}</StatusTag>,
  },
  { key: 'failing', title: 'Failing', value: (row) => row.failing_tests },
  { key: 'passing', title: 'Passing', value: (row) => row.passing_tests },
  { key: 'notJudged', title: 'Not Assessed', value: (row) => row.not_judged_tests },
];

interface Props {
  suiteId: string;
  controls: readonly SuiteControl[];
  rules: readonly Rule[];
}

/** Lists the controls of a framework. A control expands to its evidence rules, or to the evidence to keep by hand. */
export function ControlList({ suiteId, controls, rules }: Props): ReactNode {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return (
    <DataGrid
      title="Controls"
      rows={controls}
      rowKey={(row) => row.control}
      columns={COLUMNS}
      empty={{ title: 'No controls', text: 'This framework has no controls.' }}
      expand={{
        label: (row) => `${row.rule_ids.length > 0 ? 'Rules' : 'Evidence'} of ${row.control}`,
        render: (row) =>
          row.rule_ids.length > 0 ? (
            <ControlRules suiteId={suiteId} rules={row.rule_ids.flatMap((id) => byId.get(id) ?? [])} />
          ) : (
            <p className={styles.evidence}>
              No source data covers this control. <b>Evidence to keep:</b> {row.evidence}
            </p>
          ),
      }}
    />
  );
}

function ControlRules({ suiteId, rules }: { suiteId: string; rules: readonly Rule[] }): ReactNode {
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <SeverityTag severity={rule.severity} />
          <StatusTag tone={ruleState(rule).tone}>{ruleState(rule).text}</StatusTag>
          <Link to={`/compliance/${suiteId}/${rule.id}`}>{rule.name}</Link>
          <span className={styles.count}>{rule.failed_count > 0 && `${rule.failed_count} of ${rule.total_count}`}</span>
        </li>
      ))}
    </ul>
  );
}
