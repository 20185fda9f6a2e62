"""The bot of Slack as a program."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "adapter" / "tests"))

from program import Program


class Bot(Program):
    """`masume chat slack`, in this workspace."""

    def __init__(self, workspace, settings=""):
        self.workspace = workspace
        super().__init__("slack", lambda: self.own_settings(settings), secrets(workspace), "masume")

    def own_settings(self, more):
        return f'api = "{self.workspace.address}"\n' + more


def secrets(workspace):
    return {"MASUME_SLACK_APP_TOKEN": workspace.app_token, "MASUME_SLACK_BOT_TOKEN": workspace.bot_token}
