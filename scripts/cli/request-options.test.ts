import { requestOf } from './request-options';

const options = {
  for: 't:AWS:1:-:USER:ann',
  to: 't:AWS:1:-:OBJECT_STORE:ledger',
  level: 'write',
  reason: 'The ledger is wrong',
  unit: 'MEMBERSHIP g',
  hours: '4',
};

it('the options become a request', () => {
  expect(requestOf(options)).toEqual({
    ...{ identity_uri: options.for, resource_uri: options.to, level: 'WRITE', reason: options.reason, unit: 'MEMBERSHIP g', hours: 4 },
  });
  const words = { ...options, level: undefined, actions: ['s3:GetObject'], unit: undefined, steps: 'Write a policy', hours: undefined };
  expect(requestOf({ ...words, until: '2027-01-04T06:00Z' })).toEqual({
    ...{ identity_uri: options.for, resource_uri: options.to, actions: ['s3:GetObject'], reason: options.reason, steps: 'Write a policy' },
    until: '2027-01-04T06:00:00.000Z',
  });
});

it('options that say nothing clear are refused with what to do', () => {
  expect(() => requestOf({ ...options, level: 'owner' })).toThrow('Use read, write or admin');
  expect(() => requestOf({ ...options, actions: ['s3:GetObject'] })).toThrow('--level or --actions');
  expect(() => requestOf({ ...options, level: undefined })).toThrow('--level or --actions');
  expect(() => requestOf({ ...options, until: '2027-01-04' })).toThrow('--hours or --until');
  expect(() => requestOf({ ...options, hours: 'four' })).toThrow('whole number');
  expect(() => requestOf({ ...options, unit: undefined })).toThrow('cam request units');
});
