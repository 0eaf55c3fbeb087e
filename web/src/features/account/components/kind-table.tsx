import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Toggle } from '../../../shared/ui/toggle.tsx';
import type { Preferences } from '../api/queries.ts';
import { byCategory } from '../preferences.rules.ts';
import classes from './kind-table.module.css';

type KindPreference = Preferences['kinds'][number];
type KindChange = { kind: KindPreference['kind']; inbox?: boolean; push?: boolean };

type KindTableProps = {
  kinds: readonly KindPreference[];
  /** Whether the user gets push at all. */
  isPushed: boolean;
  onChange: (change: KindChange) => void;
};

/** A row for each kind of notification: whether it comes at all, and whether it is pushed. */
export function KindTable({ kinds, isPushed, onChange }: KindTableProps) {
  const t = useTranslations('account');
  return byCategory(kinds).map(([category, ofCategory]) => (
    <table key={category} className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.category}>
            {t(`categories.${category}`)}
          </th>
          <th scope="col">{t('inInbox')}</th>
          <th scope="col">{t('asPush')}</th>
        </tr>
      </thead>
      <tbody>
        {ofCategory.map((one) => (
          <KindRow key={one.kind} preference={one} isPushed={isPushed} onChange={onChange} />
        ))}
      </tbody>
    </table>
  ));
}

type KindRowProps = Pick<KindTableProps, 'isPushed' | 'onChange'> & { preference: KindPreference };

function KindRow({ preference, isPushed, onChange }: KindRowProps) {
  const t = useTranslations('account');
  const { kind, inbox, push, is_required: isRequired } = preference;
  const name = t(`kindNames.${kind}`);
  const id = useId();
  return (
    <tr>
      <th scope="row" className={classes.kind}>
        {name}
      </th>
      <td>
        {isRequired ? (
          <span className={classes.always}>{t('always')}</span>
        ) : (
          <label className={classes.cell} htmlFor={`${id}-inbox`}>
            <Toggle
              id={`${id}-inbox`}
              checked={inbox}
              aria-label={t('inInboxOf', { name })}
              onChange={(isOn) => onChange({ kind, inbox: isOn })}
            />
          </label>
        )}
      </td>
      <td>
        <label className={classes.cell} htmlFor={`${id}-push`}>
          <Toggle
            id={`${id}-push`}
            checked={push}
            disabled={!inbox || !isPushed}
            aria-label={t('asPushOf', { name })}
            onChange={(isOn) => onChange({ kind, push: isOn })}
          />
        </label>
      </td>
    </tr>
  );
}
