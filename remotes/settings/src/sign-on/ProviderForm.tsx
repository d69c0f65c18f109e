import { useState, type ReactNode } from 'react';
import type { SamlConnection } from '@cam/contracts';
import { callApi, notify } from '@cam/platform';
import { Button, Checkbox, Form, Input, Radio, SubmitDialog, TipField, Upload } from '@cam/ui';
import { RulesField } from './RulesField';
import { domainsIn, rulesOf, type RuleDraft } from './words';

type Way = 'KEEP' | 'ADDRESS' | 'PASTE';

interface Props {
  /** The provider to change; null sets one up. */
  connection: SamlConnection | null;
  usableDomains: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for the metadata of the provider, the domains and the rules. */
export function ProviderForm({ connection, usableDomains, onClose, onSaved }: Props): ReactNode {
  const [name, setName] = useState(connection?.name ?? '');
  const [way, setWay] = useState<Way>(connection ? 'KEEP' : 'PASTE');
  const [address, setAddress] = useState(connection?.metadata_url ?? '');
  const [metadata, setMetadata] = useState('');
  const [domains, setDomains] = useState((connection?.domains ?? usableDomains).join(', '));
  const [emailAttribute, setEmailAttribute] = useState(connection?.email_attribute ?? '');
  const [acceptsUnrequested, setAcceptsUnrequested] = useState(connection?.accepts_unrequested ?? false);
  const [signsRequests, setSignsRequests] = useState(connection?.signs_requests ?? false);
  const [drafts, setDrafts] = useState<RuleDraft[]>(connection?.rules ?? [{ attribute: 'groups', value: '', scopes: [] }]);
  const rules = rulesOf(drafts);
  const hasMetadata = way === 'KEEP' || (way === 'ADDRESS' ? address.trim() !== '' : metadata.trim() !== '');
  const save = async (): Promise<void> => {
    const source = way === 'KEEP' ? {} : way === 'ADDRESS' ? { metadata_url: address.trim() } : { metadata };
    const body = {
      ...source,
      ...{ name: name.trim(), domains: domainsIn(domains), email_attribute: emailAttribute.trim() },
      ...{ accepts_unrequested: acceptsUnrequested, signs_requests: signsRequests, rules: rules ?? [] },
    };
    const { connection: saved } = await callApi('PUT /v1/sign-on/saml', { body }, { filtered: false });
    notify.success(saved.tested_time === null ? `Saved ${saved.name}. Run a test sign-in next.` : `Saved ${saved.name}.`);
    onSaved();
  };
  return (
    <SubmitDialog
      title={connection ? `Change ${connection.name}` : 'Set up provider'}
      okText="Save"
      isComplete={name.trim() !== '' && hasMetadata && domainsIn(domains).length > 0 && rules !== null}
      width={680}
      onClose={onClose}
      onSubmit={save}
    >
      {() => (
        <>
          <TipField label="Name" required hint="Shown to people on the way to the provider.">
            <Input maxLength={100} placeholder="Okta" value={name} onChange={({ target: { value } }) => setName(value)} />
          </TipField>
          <Form.Item label="Metadata of the provider">
            <Radio.Group
              value={way}
              onChange={({ target: { value } }) => setWay(value as Way)}
              options={[
                ...(connection ? [{ value: 'KEEP', label: 'Keep the present one' }] : []),
                { value: 'PASTE', label: 'Paste or choose a file' },
                { value: 'ADDRESS', label: 'Load from an address' },
              ]}
            />
          </Form.Item>
          {way === 'ADDRESS' && (
            <TipField label="Address of the metadata" required hint="CAM loads it once, when you save.">
              <Input maxLength={2000} placeholder="https://" value={address} onChange={({ target: { value } }) => setAddress(value)} />
            </TipField>
          )}
          {way === 'PASTE' && (
            <>
              <TipField label="Metadata (XML)" required>
                <Input.TextArea
                  rows={4}
                  spellCheck={false}
                  placeholder="<EntityDescriptor …"
                  value={metadata}
                  onChange={({ target: { value } }) => setMetadata(value)}
                />
              </TipField>
              <Form.Item>
                <Upload
                  accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
                  showUploadList={false}
                  beforeUpload={(file) => {
                    void file.text().then(setMetadata);
                    return false;
                  }}
                >
                  <Button>Choose a file</Button>
                </Upload>
              </Form.Item>
            </>
          )}
          <TipField label="E-mail domains" required hint={domainHint(usableDomains)}>
            <Input maxLength={5000} placeholder="example.com" value={domains} onChange={({ target: { value } }) => setDomains(value)} />
          </TipField>
          <TipField label="Attribute with the e-mail" hint="Leave it empty if the NameID is the e-mail.">
            <Input maxLength={300} placeholder="NameID" value={emailAttribute} onChange={({ target: { value } }) => setEmailAttribute(value)} />
          </TipField>
          <RulesField drafts={drafts} onChange={setDrafts} />
          <Form.Item>
            <Checkbox checked={acceptsUnrequested} onChange={({ target: { checked } }) => setAcceptsUnrequested(checked)}>
              Also accept sign-ins that begin at the provider, such as from its start page
            </Checkbox>
          </Form.Item>
          <Form.Item>
            <Checkbox checked={signsRequests} onChange={({ target: { checked } }) => setSignsRequests(checked)}>
              Sign requests to the provider
            </Checkbox>
          </Form.Item>
        </>
      )}
    </SubmitDialog>
  );
}

function domainHint(usable: readonly string[]): string {
  const rule = 'To use another domain, ask your operator to add a user of your tenant with an e-mail in it.';
  return usable.length === 0 ? `Your tenant can use no domain yet. ${rule}` : `Your tenant can use ${usable.join(', ')}. ${rule}`;
}
