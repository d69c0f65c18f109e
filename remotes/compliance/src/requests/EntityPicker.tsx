import { useState, type ReactNode } from 'react';
import { pageOf, typeName, type FoundName } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { Select, useDebounced } from '@cam/ui';
import { nameInUri } from './words';

interface Props {
  /** Identities get access, resources are accessed. */
  kind: 'identity' | 'resource';
  /** URI; empty: nothing is chosen. */
  value: string;
  onChange: (uri: string) => void;
  id?: string;
  status?: '' | 'error';
}

/** Entries that are no entities of the graph. */
const NO_ENTITIES: readonly string[] = ['ACCOUNT', 'PERSON'];

/** Chooses an identity or a resource by a part of its name. */
export function EntityPicker({ kind, value, onChange, ...field }: Props): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<FoundName | null>(null);
  const text = useDebounced(search.trim(), 250);
  const { data, error, isLoading } = useApi('GET /v1/graph-querymgr/names', text === '' ? null : { query: { text } }, { filtered: false });
  const found = (data?.names ?? []).filter(({ type }) => !NO_ENTITIES.includes(type) && (kind === 'resource' || pageOf(type) === 'identities'));
  const known = chosen?.uri === value ? chosen : null;
  const options = [
    ...found.map((one) => ({ value: one.uri, label: one.name, detail: detailOf(one) })),
    ...(value === '' || found.some(({ uri }) => uri === value)
      ? []
      : [{ value, label: known?.name ?? nameInUri(value), detail: known ? detailOf(known) : typeName(value.split(':')[4] ?? '') }]),
  ];
  return (
    <Select<string>
      {...field}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      aria-label={kind === 'identity' ? 'Identity' : 'Resource'}
      value={value === '' ? undefined : value}
      placeholder={kind === 'identity' ? 'Type a name, such as ann' : 'Type a name, such as payroll'}
      loading={isLoading}
      options={options}
      optionRender={({ data: { label, detail } }) => (
        <span>
          {label} <small>{detail}</small>
        </span>
      )}
      notFoundContent={error ? error.userMessage : text === '' ? 'Type a part of the name.' : isLoading ? 'Searching' : 'No such name.'}
      onChange={(uri) => {
        setChosen(found.find((one) => one.uri === uri) ?? null);
        onChange(uri);
      }}
    />
  );
}

function detailOf({ type, account_name: account }: FoundName): string {
  return account === '' ? typeName(type) : `${typeName(type)}, ${account}`;
}
