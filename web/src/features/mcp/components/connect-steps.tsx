import { useTranslations } from 'use-intl';
import { CopyText } from '../../../shared/ui/copy-text.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { MCP_SCOPES } from '../scopes.rules.ts';
import classes from './connect-steps.module.css';

/** How an MCP client is connected: a token, the URL, and the header that carries the token. */
export function ConnectSteps() {
  const t = useTranslations('mcp');
  return (
    <ol className={classes.steps}>
      <li className={classes.step}>
        <p>{t('stepToken')}</p>
        <ButtonLink
          to="/me/tokens/new"
          search={{ scopes: MCP_SCOPES.join(',') }}
          variant="outline"
          className={classes.button}
        >
          {t('createToken')}
        </ButtonLink>
      </li>
      <li className={classes.step}>
        <p>{t('stepUrl')}</p>
        <CopyText text={`${window.location.origin}/mcp`} />
      </li>
      <li className={classes.step}>
        <p>{t('stepHeader')}</p>
        <CopyText text="Authorization: Bearer mdw_…" />
      </li>
    </ol>
  );
}
