import { scopesOf, scopeText } from './words';

it('scopesOf makes one scope for each guardrail', () => {
  const findings = [
    { uri: 'a', referenceId: 'g1' },
    { uri: 'b', referenceId: 'g1' },
    { uri: 'a', referenceId: 'g2' },
  ];
  expect(scopesOf(findings)).toEqual([
    { reference_id: 'g1', uris: ['a', 'b'] },
    { reference_id: 'g2', uris: ['a'] },
  ]);
  expect(scopesOf([{ uri: 'a', referenceId: null }])).toEqual([{ uris: ['a'] }]);
});

it('scopeText names the guardrail and the first entities', () => {
  const scope = { reference_id: 'g1', uris: ['x:y:ada', 'x:y:bob', 'x:y:cleo'] };
  expect(scopeText({ scope, reference_name: 'Readers' })).toBe('Readers · ada, bob and 1 more');
  expect(scopeText({ scope: { query: 'user ada', account_id: '7' }, reference_name: '' })).toBe('user ada · account 7');
});
