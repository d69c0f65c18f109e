import { mentionsIn } from './comments';

it('a comment mentions the users whose address follows an @, each once', () => {
  expect(mentionsIn('Can you look, @Nora.Lind@company.example? cc @ops+cloud@company.example, @nora.lind@company.example.')).toEqual([
    'nora.lind@company.example',
    'ops+cloud@company.example',
  ]);
  expect(mentionsIn('nora@company.example said @everyone knows')).toEqual([]);
});
