import { parseXmlResponse } from './responses';
import { escapeXml, parseXml } from './xml';

it('reads elements, attributes, text and CDATA, with characters that are written otherwise', () => {
  const { name, children } = parseXml(
    `<?xml version="1.0"?>\n<a x:y="1 &lt; 2"><!-- <b> --><b>A &amp; &#x1F600;&#10;</b><c/><d><![CDATA[<&>]]></d></a>`,
  );
  expect([name, children.map((child) => [child.name, child.text])]).toEqual(['a', [['b', 'A & 😀\n'], ['c', ''], ['d', '<&>']]]); // prettier-ignore
  const odd = `a < b & "c" > 'd'\r\n`;
  expect(parseXml(`<a b="${escapeXml(odd)}">${escapeXml(odd)}</a>`)).toMatchObject({ text: odd, attributes: { b: odd } });
});

it('takes nothing that is cut off, or that defines words of its own', () => {
  for (const text of ['', 'plain', '<a><b></a>', '<a>', '</a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
    expect(() => parseXml(text)).toThrow(SyntaxError);
});

it('tells lists with and without an element of their own, flags, numbers and texts by name apart', () => {
  const groups = '<Response><securityGroupInfo><item><groupId>sg-1</groupId><ipPermissions><item><fromPort>22</fromPort><groups/></item></ipPermissions></item></securityGroupInfo></Response>'; // prettier-ignore
  expect(parseXmlResponse('ec2', 'DescribeSecurityGroups', parseXml(groups))).toEqual({
    SecurityGroups: [{ GroupId: 'sg-1', IpPermissions: [{ FromPort: 22, UserIdGroupPairs: [] }] }],
  });
  const rules = '<OwnershipControls><Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule></OwnershipControls>';
  expect(parseXmlResponse('s3', 'GetBucketOwnershipControls', parseXml(rules))).toEqual({
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
  });
  const attributes =
    '<R><GetTopicAttributesResult><Attributes><entry><key>Policy</key><value>{}</value></entry></Attributes></GetTopicAttributesResult></R>';
  expect(parseXmlResponse('sns', 'GetTopicAttributes', parseXml(attributes))).toEqual({ Attributes: { Policy: '{}' } });
});
