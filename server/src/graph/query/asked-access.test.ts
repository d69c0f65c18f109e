import { askedAccess } from './asked-access';
import { requireQuery } from './require-query';

const asked = (query: string) => askedAccess(requireQuery(query));

it.each([
  ['user with-access any for write', 'WRITE', 'write'],
  ['user with-access object_store for write|permissions via role', 'ADMIN WRITE', 'write permissions'],
  ['user with-access any via role not for read', '', ''],
  ['user with-access any for read and with-access keystore for admin', 'ADMIN READ', 'read admin'],
  ['user with-access any for read and not with-access keystore for admin', 'READ', 'read'],
  ['user "for admin" with-access any', '', ''],
  ['any with-access any for xaccount cross', '', ''],
  ['any with-access keystore for action kms:Dec*|"s3:GetObject"', '', 'kms:Dec* "s3:GetObject"'],
  ['user with-access any', '', ''],
])('finds the privileges that a query asks for: %s', (query, kinds, privileges) => {
  expect([[...asked(query).kinds].sort().join(' '), asked(query).privileges.join(' ')]).toEqual([kinds, privileges]);
});
