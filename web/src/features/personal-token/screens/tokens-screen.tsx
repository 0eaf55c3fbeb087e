import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { ListHeader } from '../../../shared/ui/list-header.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { tokensQuery } from '../api/queries.ts';
import { TokenRow } from '../components/token-row.tsx';

/** The personal access tokens of the user. */
export function TokensScreen() {
  const t = useTranslations('personal-token');
  const { data: tokens } = useSuspenseQuery(tokensQuery);
  const newToken = (
    <ButtonLink to="/me/tokens/new" leftSection={<Icon name="plus" size={20} />}>
      {t('new')}
    </ButtonLink>
  );
  return (
    <>
      <ListHeader title={t('title')} text={t('text')}>
        {tokens.length > 0 && newToken}
      </ListHeader>
      {tokens.length === 0 ? (
        <Notice icon="key" title={t('empty')} text={t('emptyText')}>
          {newToken}
        </Notice>
      ) : (
        <List surface="card" flat>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </List>
      )}
    </>
  );
}
