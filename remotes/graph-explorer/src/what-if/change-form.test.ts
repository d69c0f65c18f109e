import type { ChangeOptions } from '@cam/contracts';
import { choicesOf, editOf, fieldsOf, kindsOf, mayTryChange } from './change-form';

const policy = (name: string, kind: 'SET_INLINE_POLICY' | 'SET_MANAGED_POLICY' | 'SET_TRUST_POLICY', target: string) => ({
  ...{ name, place: 'policy', document: '{"Version":"2012-10-17"}', may_delete: kind !== 'SET_TRUST_POLICY' },
  edit: { kind, target, name: kind === 'SET_INLINE_POLICY' ? name : '' },
});

const ROLE: ChangeOptions = {
  ...{ uri: 't:AWS:1:-:ROLE:deploy', native_id: 'arn:role', name: 'deploy', type: 'ROLE', reason: '', groups: [], joinable: [], members: [] },
  policies: [
    policy('Deploy', 'SET_MANAGED_POLICY', 'arn:deploy'),
    policy('own', 'SET_INLINE_POLICY', 'arn:role'),
    policy('Trust', 'SET_TRUST_POLICY', 'arn:role'),
  ],
  attached: [{ id: 'arn:deploy', name: 'Deploy' }],
  attachable: [
    { id: 'arn:admin', name: 'Admin' },
    { id: 'arn:read', name: 'Read' },
  ],
};
const USER: ChangeOptions = {
  ...{ ...ROLE, native_id: 'arn:user', type: 'USER', policies: [], attached: [], attachable: [] },
  ...{ groups: [{ id: 'arn:makers', name: 'makers' }], joinable: [{ id: 'arn:readers', name: 'readers' }] },
};

it('a form offers the changes that an entity allows', () => {
  const kinds = (options: ChangeOptions): string[] => kindsOf(options).map(({ value }) => value);
  expect(kinds(ROLE)).toEqual(['EDIT', 'ADD', 'ATTACH', 'DETACH', 'DELETE']);
  expect(kinds(USER)).toEqual(['ADD', 'JOIN', 'LEAVE']);
  expect(kinds({ ...ROLE, type: 'OBJECT_STORE', policies: [], attached: [], attachable: [] })).toEqual(['ADD']);
  expect(choicesOf(ROLE, 'DELETE')?.choices).toHaveLength(2);
  expect([mayTryChange('AWS', 'ROLE'), mayTryChange('AZURE', 'ROLE'), mayTryChange('IDP_OKTA', 'FEDERATED_USER')]).toEqual([true, false, true]);
  expect(kinds({ ...USER, uri: 't:IDP_OKTA:o:-:FEDERATED_USER:ann', type: 'FEDERATED_USER' })).toEqual(['JOIN', 'LEAVE']);
});

it('a form becomes an edit once it is complete', () => {
  const edit = fieldsOf(ROLE, 'EDIT');
  expect(editOf(ROLE, edit)).toEqual({ problem: 'Change the document first.' });
  expect(editOf(ROLE, { ...edit, document: '{' })).toMatchObject({ problem: expect.stringContaining('not valid JSON') });
  expect(editOf(ROLE, { ...edit, document: '[]' })).toEqual({ problem: 'The document is not a JSON object.', isFault: true });
  const document = { Version: 'x' };
  const text = JSON.stringify(document);
  expect(editOf(ROLE, { ...edit, document: text })).toEqual({ edit: { kind: 'SET_MANAGED_POLICY', policy: 'arn:deploy', document } });
  expect(editOf(ROLE, { ...edit, target: '1', document: text })).toEqual({
    edit: { kind: 'SET_INLINE_POLICY', holder: 'arn:role', name: 'own', document },
  });
  expect(editOf(ROLE, { ...edit, target: '2', document: text })).toEqual({ edit: { kind: 'SET_TRUST_POLICY', role: 'arn:role', document } });
  expect(editOf(ROLE, fieldsOf(ROLE, 'ATTACH'))).toEqual({ problem: 'Choose a managed policy.' });
  expect(editOf(ROLE, { ...fieldsOf(ROLE, 'ATTACH'), target: 'arn:read' })).toEqual({
    edit: { kind: 'ATTACH_POLICY', holder: 'arn:role', policy: 'arn:read' },
  });
  // The only choice is chosen already.
  expect(editOf(ROLE, fieldsOf(ROLE, 'DETACH'))).toEqual({ edit: { kind: 'DETACH_POLICY', holder: 'arn:role', policy: 'arn:deploy' } });
  expect(editOf(USER, fieldsOf(USER, 'JOIN'))).toEqual({ edit: { kind: 'ADD_MEMBER', group: 'arn:readers', member: 'arn:user' } });
  expect(editOf(USER, fieldsOf(USER, 'LEAVE'))).toEqual({ edit: { kind: 'REMOVE_MEMBER', group: 'arn:makers', member: 'arn:user' } });
  expect(editOf(USER, { ...fieldsOf(USER, 'ADD'), name: ' ' })).toEqual({ problem: 'Name the policy.' });
});
