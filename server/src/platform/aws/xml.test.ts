import { parseXmlResponse } from '../../sources/connectors/aws/responses';
import { escapeXml, parseXml } from './xml';

it('parseXml reads elements, attributes, text, CDATA and escaped characters', () => {
  const { name, children } = parseXml(
    `<?xml version="1.0"?>\n<a x:y="1 &lt; 2"><!-- <b> --><b>A &amp; &#x1F600;&#10;</b><c/><d><![CDATA[<&>]]></d></a>`,
  );
  expect([name, children.map((child) => [child.name, child.text])]).toEqual(['a', [['b', 'A & 😀\n'], ['c', ''], ['d', '<&>']]]); // prettier-ignore
  const escaped = `a < b & "c" > 'd'\r\n`;
  expect(parseXml(`<a b="${escapeXml(escaped)}">${escapeXml(escaped)}</a>`)).toMatchObject({ text: escaped, attributes: { b: escaped } });
});

it('parseXml rejects truncated documents and entity declarations', () => {
  for (const text of ['', 'plain', '<a><b></a>', '<a>', '</a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
    expect(() => parseXml(text)).toThrow(SyntaxError);
});

it('parseXmlResponse converts wrapped and unwrapped lists, numbers, text and maps by field name', () => {
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
