import { Button } from '@mantine/core';
import type { components } from '@meadow/client';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useBlock } from '../api/blocked.ts';
import classes from './blocked-row.module.css';

type BlockedUser = components['schemas']['BlockedUser'];

/** A user who is blocked. Stays in its place after the block has ended, so that this can be undone. */
export function BlockedRow({ user }: { user: BlockedUser }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const block = useBlock(user.id);
  const isBlocked = block.isSuccess ? block.data : true;
  return (
    <Cluster as="li" gap={3} align="center" className={classes.row}>
      <Face name={user.full_name} url={user.avatar_url} size={44} />
      <div className={classes.words}>
        <Text as="span" weight={500} dir="auto">
          {user.full_name}
        </Text>
        <Muted as="span" role="status">
          {isBlocked
            ? t('blocked.since', { date: format.dateTime(new Date(user.blocked_at), { dateStyle: 'medium' }) })
            : t('blocked.ended')}
        </Muted>
        <Problem error={block.error} isSpaced />
      </div>
      <Button
        variant="outline"
        loading={block.isPending}
        aria-label={t(isBlocked ? 'blocked.unblockName' : 'blocked.blockName', { name: user.full_name })}
        onClick={() => block.mutate(!isBlocked)}
      >
        {t(isBlocked ? 'blocked.unblock' : 'blocked.undo')}
      </Button>
    </Cluster>
  );
}
