import { useFormatter, useTranslations } from 'use-intl';
import { Meter } from '../../../shared/ui/meter.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { DATABASE_TONES, type Health, inUnit } from '../health.rules.ts';
import { Part } from './part.tsx';

const DATABASE_WORDS = {
  ok: 'databaseOk',
  elevated: 'databaseElevated',
  slow: 'databaseSlow',
  down: 'databaseDown',
} as const;

export function DatabasePart({ database }: { database: Health['database'] }) {
  const t = useTranslations('operations.status');
  const format = useFormatter();
  const { status, latency_ms: latency, guidance, replicas } = database;
  return (
    <Part title={t('database')} mark={{ tone: DATABASE_TONES[status], word: t(DATABASE_WORDS[status]) }}>
      {latency !== null && (
        <Text tone="quiet" breaks>
          {t('latency', { latency: format.number(latency) })}
        </Text>
      )}
      {guidance !== null && (
        <Text tone="quiet" breaks>
          {guidance}
        </Text>
      )}
      {replicas.map(({ name, state }) => (
        <Text key={name} tone="quiet" breaks>
          {t(state === 'ready' ? 'replicaReady' : 'replicaLeft', { name })}
        </Text>
      ))}
    </Part>
  );
}

export function DisksPart({ disks }: { disks: Health['disks'] }) {
  const t = useTranslations('operations.status');
  const isLow = disks.some(({ status }) => status === 'low');
  const mark = { tone: isLow ? 'attention' : 'good', word: t(isLow ? 'diskLow' : 'diskOk') } as const;
  return (
    <Part title={t('storage')} {...(disks.length > 0 && { mark })}>
      {disks.length === 0 && (
        <Text tone="quiet" breaks>
          {t('unknown')}
        </Text>
      )}
      {disks.map((disk) => (
        <Disk key={disk.holds.join()} disk={disk} />
      ))}
    </Part>
  );
}

const PLACES = ['data', 'files', 'database'] as const;

function isPlace(name: string): name is (typeof PLACES)[number] {
  return (PLACES as readonly string[]).includes(name);
}

function Disk({ disk }: { disk: Health['disks'][number] }) {
  const t = useTranslations('operations.status');
  const format = useFormatter();
  const sizeOf = (bytes: number) => {
    const { unit, value } = inUnit(bytes);
    return format.number(value, { style: 'unit', unit, maximumFractionDigits: 1 });
  };
  const { free_bytes: free, total_bytes: total } = disk;
  const used = total === 0 ? 0 : 1 - free / total;
  const percent = format.number(used, { style: 'percent' });
  const places = format.list(disk.holds.map((place) => (isPlace(place) ? t(`holds.${place}`) : place)));
  return (
    <>
      <Meter max={1} value={used} aria-label={`${places}: ${t('meter', { percent })}`} />
      <Text tone="quiet" breaks>
        {places}: {t('free', { free: sizeOf(free), total: sizeOf(total) })}
      </Text>
    </>
  );
}

export function MigrationsPart({ migrations }: { migrations: Health['migrations'] }) {
  const t = useTranslations('operations.status');
  if (migrations === null) {
    return (
      <Part title={t('migrations')}>
        <Text tone="quiet" breaks>
          {t('unknown')}
        </Text>
      </Part>
    );
  }
  const { applied, pending } = migrations;
  return (
    <Part title={t('migrations')}>
      <Text tone="quiet" breaks>
        {pending.length === 0
          ? t('migrationsDone', { count: applied.length })
          : t('migrationsPending', { count: pending.length })}
      </Text>
      {pending.map((name) => (
        <Text key={name} tone="quiet" breaks>
          {name}
        </Text>
      ))}
    </Part>
  );
}
