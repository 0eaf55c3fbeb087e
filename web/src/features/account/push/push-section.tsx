import { Button } from '@mantine/core';
import { MeadowError } from '@meadow/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Box } from '../../../shared/ui/box.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useChangeProfile, useProfile } from '../api/profile.ts';
import { devicesQuery } from '../api/queries.ts';
import { DeviceRow } from './device-row.tsx';
import { type PushState, stateAtServer } from './push.rules.ts';
import { PermissionMissingError, usePush, useSubscribe, WorkerMissingError } from './push.ts';
import classes from './push-section.module.css';

/** Push on this device, on the others, and on all at once. The screen does not wait for the devices. */
export function PushSection() {
  const t = useTranslations('account');
  const { data, error } = useQuery(devicesQuery);
  const { preferences } = useProfile();
  const change = useChangeProfile();
  const push = usePush();
  return (
    <Section title={t('push.title')} text={t('push.text')} isCard>
      <Problem error={error} isSpaced />
      {data === undefined || push === undefined ? (
        <p className={classes.state} aria-busy={error === null}>
          {error === null && t('push.asking')}
        </p>
      ) : (
        <ThisDevice vapidKey={data.vapid_public_key} state={stateAtServer(push, data.devices)} />
      )}
      {data !== undefined && data.devices.length > 0 && (
        <>
          <Text as="h3" ruled={4} above={5} weight={600}>
            {t('push.devices')}
          </Text>
          {data.devices.length > 1 && <Muted>{t('push.devicesText')}</Muted>}
          <List>
            {data.devices.map((device) => (
              <DeviceRow key={device.id} device={device} isThis={device.endpoint === push?.endpoint} />
            ))}
          </List>
          <Box ruled={2} above={2}>
            <SwitchRow
              label={t('push.all')}
              text={t('push.allText')}
              isOn={preferences.notifications !== false}
              onChange={(notifications) => change.mutate({ preferences: { notifications } })}
            />
          </Box>
        </>
      )}
    </Section>
  );
}

function ThisDevice({ vapidKey, state }: { vapidKey: string; state: PushState }) {
  const t = useTranslations('account');
  const subscribe = useSubscribe(vapidKey);
  const problem = usePushProblem(subscribe.error);
  return (
    <div>
      <p className={classes.state} role="status">
        <Icon name={state === 'on' ? 'check' : 'bell'} size={20} />
        <span>{t(`push.states.${state}`)}</span>
      </p>
      {state === 'off' && (
        <Button className={classes.button} loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
          {t('push.turnOn')}
        </Button>
      )}
      <FormProblem message={problem} />
    </div>
  );
}

function usePushProblem(error: Error | null): string | null {
  const t = useTranslations('account');
  const problemOf = useProblem();
  if (error === null) return null;
  if (error instanceof WorkerMissingError) return t('push.workerMissing');
  if (error instanceof PermissionMissingError) return t('push.permissionMissing');
  // The push service of the browser refuses too, for example without a connection.
  return error instanceof MeadowError ? problemOf(error) : t('push.failed');
}
