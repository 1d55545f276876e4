"""OpenAI's chat interface over the rulebooks: any program that speaks it can ask rules."""
