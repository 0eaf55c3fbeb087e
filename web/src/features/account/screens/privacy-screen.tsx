import { Button } from '@mantine/core';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useChangeProfile, useProfile } from '../api/profile.ts';
import { blockedQuery } from '../api/queries.ts';
import { BlockedRow } from '../components/blocked-row.tsx';

/** Who sees what of the user, and who is blocked. */
export function PrivacyScreen() {
  const t = useTranslations('account');
  const { preferences } = useProfile();
  const change = useChangeProfile();
  // A switch that was on can be switched off, also where nothing leads to what it is about.
  const [isMosaicShown] = useState(hasPlace('mosaic') || preferences.mosaic_photo === true);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(blockedQuery);
  const blocked = data.pages.flatMap(({ users }) => users);
  return (
    <>
      <ScreenHeader title={t('menu.privacy')} text={t('privacyText')} />
      <Problem error={change.error} isSpaced />
      {(isMosaicShown || hasPlace('leaderboard')) && (
        <Section title={t('visible.title')} isCard>
          {isMosaicShown && (
            <SwitchRow
              label={t('visible.mosaic')}
              text={t('visible.mosaicText')}
              isOn={preferences.mosaic_photo === true}
              onChange={(mosaic_photo) => change.mutate({ preferences: { mosaic_photo } })}
            />
          )}
          {hasPlace('leaderboard') && (
            <SwitchRow
              label={t('visible.leaderboard')}
              text={t('visible.leaderboardText')}
              isOn={preferences.leaderboard !== false}
              onChange={(leaderboard) => change.mutate({ preferences: { leaderboard } })}
            />
          )}
        </Section>
      )}
      <Section title={t('blocked.title')} text={t('blocked.text')} isCard>
        {blocked.length === 0 ? (
          <Text tone="quiet">
            {t('blocked.empty')} {hasPlace('people') && t('blocked.how')}
          </Text>
        ) : (
          <List>
            {blocked.map((user) => (
              <BlockedRow key={user.id} user={user} />
            ))}
          </List>
        )}
        {hasNextPage && (
          <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </Section>
    </>
  );
}
