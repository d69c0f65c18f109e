import type { ReactNode } from 'react';
import type { Connection } from '@cam/contracts';
import { callApi, notify } from '@cam/platform';
import { Button } from '@cam/ui';
import { copyText } from '../copy-text';
import styles from './connections.module.css';

interface Props {
  connection: Connection;
  onChanged: () => void;
}

/** Shows the channel of a bot, and lets an administrator choose the one in which somebody wrote to it. */
export function ChannelOfTeams({ connection, onChanged }: Props): ReactNode {
  const { connection_id, label, channel, offered_channel: offered, incoming_url: address } = connection;
  const choose = async (id: string): Promise<void> => {
    const args = { path: { connection_id }, body: { channel: id } };
    const isChosen = await callApi('PATCH /v1/connections/{connection_id}', args, { filtered: false }).then(
      () => true,
      // The platform shows why a call fails.
      () => false,
    );
    if (isChosen) notify.success(`${label} posts to this channel now.`);
    onChanged();
  };
  return (
    <div className={styles.detail}>
      {channel ? <p>Posts to the channel {channel.id}.</p> : !offered && <Steps address={address} onReload={onChanged} />}
      {offered && (
        <p>
          {offered.heard_from === '' ? 'Somebody' : offered.heard_from} wrote to the bot in {channel ? 'another channel' : 'the channel'} {offered.id}
          .{' '}
          <Button size="small" aria-label={`Use this channel for ${label}`} onClick={() => void choose(offered.id)}>
            Use this channel
          </Button>
        </p>
      )}
    </div>
  );
}

/** Says what is left to do before the bot has a channel. */
function Steps({ address, onReload }: { address: string; onReload: () => void }): ReactNode {
  return (
    <>
      <ol>
        <li>
          In Azure, open Configuration of the bot, and enter the messaging endpoint {address}{' '}
          <Button size="small" onClick={() => void copyText(address, 'Address copied.')}>
            Copy address
          </Button>
        </li>
        <li>Open Channels of the bot, and add Microsoft Teams.</li>
        <li>In Teams, add the app of the bot to the team, and mention the bot in the channel that gets the alerts.</li>
        <li>
          Choose the channel here.{' '}
          <Button size="small" onClick={onReload}>
            Reload
          </Button>
        </li>
      </ol>
    </>
  );
}
