import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const storageKey = "hewto-theme";

/** The only thing that the page remembers by itself. */
export const theme = signal<Theme>(stored());

effect(() => {
  const { value } = theme;
  document.documentElement.dataset["theme"] = value;
  try {
    if (value === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, value);
  } catch {
    // A browser may keep nothing for a page that is opened from a folder.
  }
});

export function nextTheme(): void {
  const order: readonly Theme[] = ["system", "light", "dark"];
  theme.value = order[(order.indexOf(theme.peek()) + 1) % order.length] ?? "system";
}

function stored(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}
