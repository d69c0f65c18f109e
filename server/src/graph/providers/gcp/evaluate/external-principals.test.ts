import { externalPrincipalOf } from './external-principals';

const POOL = '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/github';

it.each([
  [`principalSet:${POOL}/attribute.repository/acme/app`, 'attribute.repository/acme/app'],
  [`principalSet:${POOL}/group/admins`, 'admins'],
  [`principal:${POOL}/subject/repo:acme/app:ref:refs/heads/main`, 'repo:acme/app:ref:refs/heads/main'],
  [`principalSet:${POOL}/*`, '*'],
])('shows the identity of a pool as it is written: %s', (member, name) => {
  expect(externalPrincipalOf('t', 'p', member)?.name).toBe(name);
});
