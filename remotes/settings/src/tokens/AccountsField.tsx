import type { ReactNode } from 'react';
import { useSession } from '@cam/platform';
import { Select, TipField } from '@cam/ui';

interface Props {
  /** Ids of the chosen accounts; none: all. */
  value: string[];
  onChange: (accounts: string[]) => void;
}

/** Asks for the only accounts that a token may read. */
export function AccountsField({ value, onChange }: Props): ReactNode {
  const { tenant } = useSession();
  return (
    <TipField
      label="Accounts"
      hint="A token that is limited to accounts reads nothing of other accounts. Searches show rows whose identity and resource are both in these accounts."
    >
      <Select
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="All accounts"
        value={value}
        options={tenant.account_info.map(({ account_id: id, account_name: name }) => ({
          value: id,
          label: name === id ? id : `${name} (${id})`,
        }))}
        onChange={onChange}
      />
    </TipField>
  );
}
