import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import type { Today } from '../api/queries.ts';
import classes from './window-card.module.css';

/** What the user can do about the window now. The first is what the state asks for. */
export function WindowActions({ state, checkIn }: { state: Today['state']; checkIn: Today['checkin'] }) {
  const t = useTranslations('today');
  if (state === 'not_set_up' || state === 'paused') {
    return (
      <ButtonLink to="/window" className={classes.main}>
        {t(state === 'paused' ? 'openAgain' : 'setUp')}
      </ButtonLink>
    );
  }
  const camera = <Icon name="camera" size={20} />;
  const canReplace = state === 'rejected' && checkIn?.can_replace === true;
  return (
    <Stack gap={1}>
      {(state === 'open' || canReplace) && (
        <ButtonLink to="/check-in" size="lg" className={classes.main} leftSection={camera}>
          {t(canReplace ? 'newPhoto' : 'checkIn')}
        </ButtonLink>
      )}
      <div className={classes.others}>
        {(state === 'before' || state === 'late' || state === 'rest') && (
          <ButtonLink to="/check-in" variant="subtle" className={classes.other}>
            {t('checkInAnyway')}
          </ButtonLink>
        )}
        {state === 'checked_in' && (
          <ButtonLink to="/check-in" variant="subtle" className={classes.other}>
            {t('showTile')}
          </ButtonLink>
        )}
        <ButtonLink to="/window" variant="subtle" className={classes.other}>
          {t('changeWindow')}
        </ButtonLink>
      </div>
    </Stack>
  );
}
