import { useLayoutEffect, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import '@fontsource-variable/inter/wght.css';
import './base.css';
import { antdTheme, CSS_VARIABLES } from './tokens';
import { useColourMode } from './colour-mode';
import { useCutText } from './use-cut-text';
import { useMedia } from './use-media';

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** Provides the theme of the console. The host mounts it once, around all remotes. */
export function ThemeRoot({ children }: { children: ReactNode }): ReactNode {
  const mode = useColourMode();
  const isStill = useMedia(LESS_MOTION);
  useCutText();
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.colourMode = mode;
    for (const [name, value] of Object.entries(CSS_VARIABLES[mode])) root.style.setProperty(name, value);
  }, [mode]);
  return (
    <ConfigProvider theme={antdTheme(mode, { isStill })} form={{ requiredMark: true }}>
      {children}
    </ConfigProvider>
  );
}
