import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';
import classes from './theme.module.css';

/** The variants of the kit: filled (main), outline (quiet) and subtle (text), in the colours of the tokens. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant === 'filled') {
    return { ...resolved, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)' };
  }
  if (input.variant === 'outline') {
    return {
      ...resolved,
      background: 'transparent',
      hover: 'var(--sunk)',
      color: 'var(--ink)',
      border: '1px solid var(--edge)',
    };
  }
  if (input.variant === 'subtle') {
    return { ...resolved, background: 'transparent', hover: 'var(--sunk)', color: 'var(--accent)' };
  }
  return resolved;
};

const INPUT_SIZE = 'md';

export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  headings: { fontFamily: 'var(--font-read)', fontWeight: '500' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  // Plain objects: `Menu.extend` and its like would bring each component, with all that it imports, into the first load.
  components: {
    ActionIcon: {
      defaultProps: { size: 44, variant: 'subtle' },
      classNames: { root: classes.icon ?? '' },
    },
    Button: { classNames: { root: classes.button ?? '', loader: classes.loader ?? '' } },
    Input: { defaultProps: { size: INPUT_SIZE }, classNames: { input: classes.input ?? '' } },
    InputWrapper: {
      defaultProps: { size: INPUT_SIZE, inputWrapperOrder: ['label', 'description', 'input', 'error'] },
      classNames: { label: classes.label ?? '', error: classes.error ?? '', description: classes.description ?? '' },
    },
    // Each text has the direction of its own script.
    TextInput: { defaultProps: { size: INPUT_SIZE, dir: 'auto' } },
    PasswordInput: { defaultProps: { size: INPUT_SIZE }, classNames: { visibilityToggle: classes.toggle ?? '' } },
    Textarea: { defaultProps: { size: INPUT_SIZE, dir: 'auto' } },
    NativeSelect: { defaultProps: { dir: 'auto' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    // Its lock of the page would inject a <style>.
    Modal: { defaultProps: { centered: true, lockScroll: false, transitionProps: { duration: 190 } } },
    Switch: {
      defaultProps: { size: 'md', withThumbIndicator: false },
      classNames: { track: classes.track ?? '', thumb: classes.thumb ?? '' },
    },
  },
});
