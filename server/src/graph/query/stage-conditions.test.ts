import { DEFAULT_STAGES } from '../store/stages';
import { stageOf } from './stage-conditions';

it.each([
  ['kestrel-dev', 'development'],
  ['Kestrel Dev', 'development'],
  ['dev_payments', 'development'],
  ['kestrel-development-eu', 'development'],
  ['kestrel.qa.eu', 'test'],
  ['payments-prod', 'production'],
  ['kestrel-devices', null],
  ['devon', null],
  ['latest-news', null],
  ['dev-and-prod', 'production'],
])('the default map gives an account named %s the stage %s', (name, stage) => {
  expect(stageOf(name, 'accounts', DEFAULT_STAGES)).toBe(stage);
});
