"""`ros2 doctor`, and `ros2 wtf`."""
from ros2cli.command import CommandExtension, add_subparsers_on_demand


class DoctorCommand(CommandExtension):
    """Check the setup of ROS, and find what keeps nodes apart."""

    def add_arguments(self, parser, cli_name, *, argv=None):
        which = parser.add_mutually_exclusive_group()
        which.add_argument("-r", "--report", action="store_true", help="print all reports")
        which.add_argument("-rf", "--report-failed", action="store_true",
                           help="print the reports on what failed")
        parser.add_argument("-ep", "--exclude-packages", action="store_true",
                            help="without the packages")
        parser.add_argument("-iw", "--include-warnings", action="store_true",
                            help="warnings are failures too")
        add_subparsers_on_demand(parser, cli_name, "_verb", "ros2doctor.verb", required=False,
                                 argv=argv)

    def main(self, *, parser, args):
        if hasattr(args, "_verb"):
            return args._verb.main(args=args)
        from ros2doctor import api
        from ros2doctor.api.format import format_print
        if args.report:
            for report in api.generate_reports(exclude_packages=args.exclude_packages):
                format_print(report)
            return 0
        failed, count, total = api.run_checks(
            include_warnings=args.include_warnings, exclude_packages=args.exclude_packages)
        if count:
            print(f"\n{count}/{total} check(s) failed\n")
            print(f"Failed modules: {' '.join(sorted(failed))}")
        else:
            print(f"\nAll {total} checks passed\n")
        if args.report_failed and count:
            for report in api.generate_reports(
                    categories=failed, exclude_packages=args.exclude_packages):
                format_print(report)
        return 1 if count else 0


class WtfCommand(DoctorCommand):
    """Do what `doctor` does."""
