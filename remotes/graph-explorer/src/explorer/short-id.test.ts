import { shortId } from './short-id';

it('shortId shortens hierarchical ids to their last segment, and keeps any other text', () => {
  const network = '//compute.googleapis.com/projects/lake/global/networks/lake';
  const subnet = '/subscriptions/1/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/hub/subnets/front';
  expect([network, subnet, `${network}, ${subnet}`].map(shortId)).toEqual(['lake', 'front', 'lake, front']);
  for (const text of ['', 'vpc-0abc', '10.0.0.0/16', '10.0.0.0/16, 10.1.0.0/16', 'arn:aws:s3:::a/b', `vpc-1, ${network}`, 'a / b'])
    expect(shortId(text)).toBe(text);
});
