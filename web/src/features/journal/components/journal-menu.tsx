import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';

const SCREENS = [
  { to: '/journal/on-this-day', icon: 'clock', label: 'onThisDay' },
  { to: '/notebooks', icon: 'notebook', label: 'notebooks' },
  { to: '/journal/drafts', icon: 'pencil', label: 'drafts' },
  { to: '/journal/trash', icon: 'trash', label: 'trash' },
] as const;

/** The further screens of the journal. */
export function JournalMenu() {
  const t = useTranslations('journal');
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('moreScreens')}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCREENS.map(({ to, icon, label }) => (
          <Menu.Item key={to} leftSection={<Icon name={icon} size={20} />} onClick={() => void navigate({ to })}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
