import { expressionHolds, type KnownRequest } from './cel';
import { UncoveredExpression } from './cel-syntax';

const request: KnownRequest = {
  name: { text: 'projects/_/buckets/invoices', isOpen: false },
  type: { text: 'storage.googleapis.com/Bucket', isOpen: false },
  service: 'storage.googleapis.com',
  tags: [{ key: '9/env', keyId: 'tagKeys/1', value: 'prod', valueId: 'tagValues/2' }],
  notBefore: Date.parse('2026-11-25T00:00:00Z'),
};
const objects: KnownRequest = {
  ...request,
  name: { text: 'projects/_/buckets/invoices/', isOpen: true },
  type: { text: 'storage.googleapis.com/', isOpen: true },
  tags: null,
};

it.each([
  ['resource.name == "projects/_/buckets/invoices"', 'yes', 'no'],
  ['resource.name.startsWith("projects/_/buckets/invoices")', 'yes', 'yes'],
  ['resource.name.startsWith("projects/_/buckets/invoices/objects/a")', 'no', 'unknown'],
  ['resource.name.startsWith("projects/_/buckets/logs")', 'no', 'no'],
  ["resource.name.endsWith('invoices')", 'yes', 'unknown'],
  ['resource.name.contains("invoices")', 'yes', 'yes'],
  ['resource.name.contains("2024")', 'no', 'unknown'],
  ['resource.type == "storage.googleapis.com/Object"', 'no', 'unknown'],
  ['resource.type in ["a", "storage.googleapis.com/Bucket"]', 'yes', 'unknown'],
  ['resource.type in []', 'no', 'no'],
  ['resource.service != "storage.googleapis.com" || request.host == "x"', 'unknown', 'unknown'],
  ['resource.service == "storage.googleapis.com" || resource.name.matches("x")', 'yes', 'yes'],
  ['!(request.host == "x") && resource.service == "y"', 'no', 'no'],
  ['resource.matchTag("9/env", "prod")', 'yes', 'unknown'],
  ['resource.hasTagKeyId("tagKeys/2")', 'no', 'unknown'],
  ['resource.matchTagId("tagKeys/1", "tagValues/2")', 'yes', 'unknown'],
  ['request.time < timestamp("2026-11-24T23:59:59.999Z")', 'no', 'no'],
  ['timestamp("2026-11-24T00:00:00Z") < request.time', 'yes', 'yes'],
  ['request.time < timestamp("2026-11-26T00:00:00Z")', 'unknown', 'unknown'],
  ['request.time.getHours("Europe/Berlin") >= 9', 'unknown', 'unknown'],
  ['request.auth.claims["x"].startsWith("y")', 'unknown', 'unknown'],
  ['resource.service == "storage.googleapis.com" ? false : true', 'no', 'no'],
  ['request.host == "x" ? true : true', 'unknown', 'unknown'],
  ['1 < 2 && 2.5 >= -2', 'yes', 'yes'],
  ['(resource.service == "x") == false', 'yes', 'yes'],
  ['resource.name == "a\\"b"', 'no', 'no'],
] as const)('%s holds: %s about the bucket, %s about any object', (text, bucket, object) => {
  expect([expressionHolds(text, request), expressionHolds(text, objects)]).toEqual([bucket, object]);
});

it.each([
  'resource.name.extract("buckets/{name}") == "x"',
  'resource.name.matches("x")',
  'resource.name < "x"',
  'resource.name == 1',
  'resource.name',
  'resource.name && true',
  'timestamp("2026-02-30T00:00:00Z") < request.time',
  'timestamp("2026-11-24T00:00:00+01:00") < request.time',
  'resource.matchTag("9/env")',
  'resource.tags("9/env")',
  '1 + 1 == 2',
  'null == null',
  'r"x" == "x"',
  'true // a comment',
  'true true',
  '"',
  '',
  '('.repeat(200),
])('%s has no rule', (text) => {
  expect(() => expressionHolds(text, request)).toThrow(UncoveredExpression);
});
