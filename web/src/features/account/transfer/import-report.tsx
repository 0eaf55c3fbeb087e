import { useFormatter, useTranslations } from 'use-intl';
import type { Import } from '../api/queries.ts';
import { isKnownKind } from './left-out.rules.ts';
import classes from './transfer.module.css';

const COUNTED = ['entries', 'photos', 'notebooks', 'records'] as const;

/** What an import adds, what was there before, and what it leaves out with the reason. */
export function ImportReport({ plan }: { plan: Import }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const { counts, existing, left_out: omitted } = plan;
  const before = existing.entries + existing.photos + existing.notebooks + (existing.records ?? 0);
  return (
    <>
      <dl className={classes.counts}>
        {COUNTED.filter((name) => name === 'entries' || (counts[name] ?? 0) > 0).map((name) => (
          <div key={name} className={classes.count}>
            <dd>{format.number(counts[name] ?? 0)}</dd>
            <dt>{t(`import.counted.${name}`, { count: counts[name] ?? 0 })}</dt>
          </div>
        ))}
      </dl>
      {before > 0 && <p className={classes.text}>{t('import.existing', { count: before })}</p>}
      {omitted.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('import.omitted')}</h3>
          <ul className={classes.omitted}>
            {omitted.map(({ kind, reason, count, examples }) => (
              <li key={`${kind} ${reason}`}>
                <p>
                  {t('import.omittedOf', {
                    what: isKnownKind(kind) ? t(`omittedKinds.${kind}`, { count }) : `${format.number(count)} ${kind}`,
                    why: t(`omittedReasons.${reason}`),
                  })}
                </p>
                {examples.length > 0 && (
                  <p className={classes.examples} dir="auto">
                    {format.list(examples, { type: 'unit' })}
                    {count > examples.length && ' …'}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
