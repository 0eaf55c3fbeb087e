import { Button } from '@mantine/core';
import type { components } from '@meadow/client';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import classes from './device-row.module.css';
import { serviceOf } from './push.rules.ts';
import { useForgetDevice } from './push.ts';

/** A browser that shows notifications. It has no name, but its push service tells its kind. */
export function DeviceRow({ device, isThis }: { device: components['schemas']['Device']; isThis: boolean }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const forget = useForgetDevice(device.endpoint);
  const name = t(`push.services.${serviceOf(device.endpoint)}`);
  const date = format.dateTime(new Date(device.created_at), { dateStyle: 'medium' });
  return (
    <Cluster as="li" gap={3} align="center" className={classes.device}>
      <Icon name="device" size={20} />
      <div className={classes.words}>
        <Text as="span" weight={500}>
          {isThis ? t('push.thisDevice', { name }) : name}
        </Text>
        <Muted as="span">{t('push.since', { date })}</Muted>
        <Problem error={forget.error} isSpaced />
      </div>
      <Button
        variant="outline"
        loading={forget.isPending}
        aria-label={t('push.removeName', { name, date })}
        onClick={() => forget.mutate()}
      >
        {t('push.remove')}
      </Button>
    </Cluster>
  );
}
