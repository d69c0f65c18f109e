import { grantsAsked } from './grants-asked';

const path = (more: object) => ({ actions_str: 'R--', conditional_actions_str: '---', conditional: false, privileges: [], ...more });

it('tells a path that grants an asked kind of access from one that grants it under conditions, and both from others', () => {
  const asked = { kinds: new Set(['WRITE'] as const), actions: [] };
  expect(grantsAsked(path({ actions_str: 'RW-' }), asked)).toBe('ALWAYS');
  expect(grantsAsked(path({ actions_str: 'RW-', conditional_actions_str: '-W-' }), asked)).toBe('CONDITIONALLY');
  expect(grantsAsked(path({ actions_str: 'R--' }), asked)).toBe('NO');
});

it('takes wildcards in the name of an action, unless it is quoted', () => {
  const asked = {
    kinds: new Set<never>(),
    actions: [
      { text: 'kms:Dec*', quoted: false },
      { text: 's3:*', quoted: true },
    ],
  };
  expect(grantsAsked(path({ privileges: ['kms:Decrypt'] }), asked)).toBe('ALWAYS');
  expect(grantsAsked(path({ privileges: ['kms:Decrypt'], conditional: true }), asked)).toBe('CONDITIONALLY');
  expect(grantsAsked(path({ privileges: ['kms:Encrypt', 's3:GetObject'] }), asked)).toBe('NO');
});
