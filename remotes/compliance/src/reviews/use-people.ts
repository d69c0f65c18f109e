import { useApi } from '@cam/platform';

/** Returns the users who can review, as choices. Without them, addresses are typed. */
export function usePeople(): { value: string; label: string }[] {
  const { data } = useApi('GET /v1/campaigns/people', {}, { filtered: false });
  return (data?.people ?? []).map(({ email, name }) => ({ value: email, label: name === '' ? email : `${name} (${email})` }));
}
